import { EDITOR_PAGE_SIZE } from '@clearcut/schemas/constants';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '../auth/session/useSession.ts';
import { EditorView } from './EditorView.tsx';
import { gallery } from './picture/gallery.ts';
import { NoPicture } from './NoPicture.tsx';
import { Strip } from './Strip.tsx';
import { usePictureFailureText } from './usePictureFailureText.ts';
import { useGallery } from './picture/usePicture.ts';
import { failureIn } from '../pictures/uploads/life/selectors.ts';
import { converted } from '../pictures/uploads/files/convert.ts';
import { useFileDrop } from '../pictures/uploads/files/useFileDrop.ts';
import { useRejectionText } from '../pictures/uploads/files/useRejectionText.ts';
import { rejectionOf } from '../pictures/uploads/files/validation.ts';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { Mat } from '../../ui/paper/Mat.tsx';
import { showToast } from '../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { Head } from '../../ui/page/Head.tsx';
import { EditorSave, ResumedEditorSave } from './EditorSave.tsx';

function useTakeFiles(): (files: File[]) => Promise<void> {
  const { t } = useTranslation('editor');
  const rejectionText = useRejectionText();
  const format = useFormat();
  return async (chosen) => {
    const files = await converted(chosen);
    const good = files.filter((file) => rejectionOf(file) === undefined);
    for (const file of files) {
      const rejection = rejectionOf(file);
      if (rejection !== undefined) showToast(rejectionText(rejection), { tone: 'error', durationMs: 10_000 });
    }
    const count = good.length - EDITOR_PAGE_SIZE;
    if (count > 0) {
      const numbers = { number: format.number(count), max: format.number(EDITOR_PAGE_SIZE) };
      showToast(t('strip.tooMany', { count, ...numbers }), { tone: 'info', durationMs: 10_000 });
    }
    gallery.add(good.slice(0, EDITOR_PAGE_SIZE));
  };
}

/** Reports a failed picture while another is shown; otherwise the page itself does. */
function useFailureNotice(): void {
  const { t } = useTranslation('editor');
  const failureText = usePictureFailureText();
  const { failed, selectedId } = useGallery();
  const announced = useRef(failed);
  useEffect(() => {
    if (failed === announced.current) return;
    announced.current = failed;
    const failure = failed && failureIn(failed.life);
    if (failed === undefined || failure === undefined || selectedId === undefined) return;
    const detail = failureText(failure);
    showToast(t('strip.failure', { name: failed.name }), { tone: 'error', detail, durationMs: 10_000 });
  }, [failed, failureText, selectedId, t]);
}

/** Says once that uploads wait for a connection; an empty stage says it itself. */
function useOfflineNotice(): void {
  const { t } = useTranslation('uploads');
  const { isOffline, picture } = useGallery();
  const isHidden = picture !== undefined;
  useEffect(() => {
    if (isOffline && isHidden) showToast(t('progress.offline'), { tone: 'info', durationMs: 10_000 });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOffline]);
}

/** Keeps the focus on the page when the focused control disappears with a picture or stage. */
function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  const { entries, selectedId } = useGallery();
  const count = entries.length;
  const before = useRef({ selectedId, count });
  useEffect(() => {
    const was = before.current;
    before.current = { selectedId, count };
    // A fresh visit starts at the top of the page.
    const isAnother = was.selectedId !== undefined && was.selectedId !== selectedId;
    if ((!isAnother && count >= was.count) || document.activeElement !== document.body) return;
    page.current?.querySelector<HTMLElement>('[aria-current=true], [data-heading]')?.focus();
  }, [count, page, selectedId]);
}

/** Opens the picture in the address, or the last open one. */
export function EditorPage() {
  const [query, setQuery] = useSearchParams();
  const { profile } = useSession();
  const { selectedId, wantedId, picture } = useGallery();
  const owner = profile?.pk ?? null;
  const wanted = query.get('image') ?? undefined;
  const take = useTakeFiles();
  const takeFiles = (files: File[]) => void take(files);
  const page = useRef<HTMLDivElement>(null);
  useFileDrop(takeFiles);
  useFailureNotice();
  useOfflineNotice();
  useKeptFocus(page);

  // A login changes the layout and remounts this page; the gallery knows who was here before.
  const [theirs] = useState(() => (gallery.isAnothers(owner) ? wanted : undefined));
  const failureToast = useFailureToast();
  useEffect(() => {
    // The address may still name a picture of the previous person, which is private.
    gallery.open(owner, wanted === theirs ? undefined : wanted).catch(failureToast);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [owner, wanted]);
  useEffect(() => {
    if (theirs === undefined) return;
    setQuery(
      (present) => {
        present.delete('image');
        return present;
      },
      { replace: true },
    );
    // oxlint-disable-next-line react/exhaustive-deps
  }, [theirs]);

  // Keeps the open picture in the address for a reload or login, unless the address is requesting another one.
  const named = useRef(selectedId);
  useEffect(() => {
    if (picture === undefined || picture.id !== selectedId || named.current === selectedId) return;
    if (wantedId !== undefined) return;
    named.current = selectedId;
    setQuery(
      (present) => {
        present.set('image', picture.id);
        return present;
      },
      { replace: true },
    );
  }, [picture, selectedId, setQuery, wantedId]);

  const strip = <Strip onFiles={takeFiles} />;
  return (
    <>
      <Head page="editor" texts="app" />
      {/* Only once the strip has settled, because opening a picture switches to the backgrounds. */}
      {picture !== undefined && picture.id === selectedId && <ResumedEditorSave key={picture.id} picture={picture} />}
      <Mat ref={page} className="on-mat" sx={{ flexGrow: 1, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {picture === undefined ? (
          <NoPicture strip={strip} onFiles={takeFiles} />
        ) : (
          <EditorView picture={picture} strip={strip} save={<EditorSave key={picture.id} picture={picture} />} />
        )}
      </Mat>
    </>
  );
}
