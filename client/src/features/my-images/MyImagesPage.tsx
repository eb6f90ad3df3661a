import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useStore } from '../../lib/useStore.ts';
import { useNow } from '../../lib/useNow.ts';
import { Head } from '../../ui/page/Head.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PlusIcon } from '../../ui/work-icons.tsx';
import { addTexts } from '../../lib/i18n/i18n.ts';
import { useArchive } from '../pictures/archive/useArchive.ts';
import { SaveAllDialog } from '../pictures/bulk/SaveAllDialog.tsx';
import { isOpenGuess } from '../pictures/saves/guess/is-open-guess.ts';
import type { transactionContracts } from '@clearcut/schemas/contracts/transaction/picture';
import type { AnswerTo } from '../../lib/contracts/call.ts';
import { picturesQuery } from './data/api.ts';
import { useMyImagesConfig } from './data/config.ts';
import { BackgroundForAll } from './selection/BackgroundForAll.tsx';
import { DeletePictures } from './selection/DeletePictures.tsx';
import { EmptyPictures } from './EmptyPictures.tsx';
import { NameSearch } from './NameSearch.tsx';
import { pageIn } from './page-in.ts';
import { Pager } from './Pager.tsx';
import { Pictures, PictureSkeletons } from './Pictures.tsx';
import { PicturesFailed } from './PicturesFailed.tsx';
import { ReachedLimits } from './ReachedLimits.tsx';
import { savesOfSelected } from './selection/saves-of-selected.ts';
import { SelectionBar } from './selection/SelectionBar.tsx';
import { Toolbar } from './Toolbar.tsx';
import { uploadStore } from '../pictures/uploads/upload-store.ts';
import { useMayEdit } from '../auth/session/useMayEdit.ts';
import { useSelection } from './selection/useSelection.ts';
import { useShortcuts } from './useShortcuts.ts';

const NONE: readonly TransactionView[] = [];

const TemplateForAll = lazy(async () => {
  const [{ TemplateForAll }] = await Promise.all([import('./selection/TemplateForAll.tsx'), addTexts('templates')]);
  return { default: TemplateForAll };
});

interface LibraryProps {
  readonly data: AnswerTo<typeof transactionContracts.list>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly config: ReturnType<typeof useMyImagesConfig>;
}

function Library({ data, page, onPage, name, onName, config: [{ view, pageSize }, setConfig] }: LibraryProps) {
  const { t } = useTranslation('my-images');
  const now = useNow(15_000);
  // Hides pictures that expire while shown.
  const pictures = data.transactions.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
  const selection = useSelection(pictures, now);
  const archive = useArchive();
  const [toDelete, setToDelete] = useState(NONE);
  const [toSave, setToSave] = useState(NONE);
  const [toChange, setToChange] = useState(NONE);
  const [toTemplate, setToTemplate] = useState(NONE);
  const saving = useStore(savesOfSelected);
  const { selected } = selection;
  useShortcuts({
    onSelectAll: () => selection.setPage(true),
    onClear: selection.clear,
    onDelete: () => setToDelete(selected),
  });
  return (
    <>
      <Toolbar
        total={data.total}
        onPage={pictures.length}
        selectedOnPage={pictures.filter(({ id }) => selection.has(id)).length}
        onSelectPage={selection.setPage}
        view={view}
        onView={(chosen) => setConfig({ view: chosen })}
        search={<NameSearch name={name} onName={onName} />}
      />
      {data.total === 0 && <Typography role="status">{t('noMatch')}</Typography>}
      <Pictures
        pictures={pictures}
        layout={view}
        selection={selection}
        onDelete={(picture) => setToDelete([picture])}
      />
      {(selected.length > 0 || archive.state.stage !== 'idle' || saving.stage !== 'idle') && (
        <SelectionBar
          selected={selected}
          archive={archive}
          onDelete={() => setToDelete(selected)}
          onSave={setToSave}
          onBackground={setToChange}
          onTemplate={setToTemplate}
          onClear={() => {
            selection.clear();
            savesOfSelected.reset();
          }}
        />
      )}
      <Pager
        page={page}
        pageSize={pageSize}
        total={data.total}
        onPage={onPage}
        onPageSize={(size) => {
          setConfig({ pageSize: size });
          onPage(1);
        }}
      />
      {toSave.length > 0 && (
        <SaveAllDialog
          count={toSave.length}
          guesses={toSave.filter(isOpenGuess).length}
          onConfirm={(acceptGuess) => {
            setToSave(NONE);
            const meant = toSave.filter((picture) => acceptGuess || !isOpenGuess(picture));
            void savesOfSelected.run(
              meant.map(({ id }) => id),
              acceptGuess,
            );
          }}
          onClose={() => setToSave(NONE)}
        />
      )}
      {toChange.length > 0 && <BackgroundForAll pictures={toChange} onClose={() => setToChange(NONE)} />}
      <Suspense>
        {toTemplate.length > 0 && <TemplateForAll pictures={toTemplate} onClose={() => setToTemplate(NONE)} />}
      </Suspense>
      <DeletePictures pictures={toDelete} onDeleted={selection.drop} onClose={() => setToDelete(NONE)} />
    </>
  );
}

const addressOf = (page: number, name: string): Record<string, string> => ({
  ...(name === '' ? {} : { name }),
  ...(page === 1 ? {} : { page: String(page) }),
});

/** All retained pictures of the account, newest first. The page number is part of the address. */
export function MyImagesPage() {
  const { t } = useTranslation('my-images');
  const mayEdit = useMayEdit();
  const config = useMyImagesConfig();
  const [{ view, pageSize }] = config;
  const [search, setSearch] = useSearchParams();
  const page = pageIn(search);
  const name = search.get('name') ?? '';
  const { data, error, refetch } = useQuery(picturesQuery(page, pageSize, name));

  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  const isBeyond = data !== undefined && page > lastPage;
  useEffect(() => {
    // The last page lost its last pictures.
    if (isBeyond) setSearch(addressOf(lastPage, name), { replace: true });
  }, [isBeyond, lastPage, name, setSearch]);

  const onPage = (to: number) => setSearch(addressOf(to, name));
  const onName = (wanted: string) => setSearch(addressOf(1, wanted), { replace: true });
  return (
    <>
      <Head page="myImages" texts="app" />
      <PageHeader title={t('title')} lead={t('lead')}>
        {mayEdit && (
          <Button
            variant="contained"
            color="primary"
            component={Link}
            to="/app/dashboard"
            onClick={() => uploadStore.begin()}
            startIcon={<PlusIcon aria-hidden />}
          >
            {t('upload')}
          </Button>
        )}
      </PageHeader>
      <ReachedLimits />
      {data === undefined && error === null && <PictureSkeletons layout={view} />}
      {data === undefined && error !== null && <PicturesFailed error={error} onAgain={() => void refetch()} />}
      {data?.total === 0 && name === '' && <EmptyPictures />}
      {data !== undefined && (data.total > 0 || name !== '') && (
        <Library data={data} page={page} onPage={onPage} name={name} onName={onName} config={config} />
      )}
    </>
  );
}
