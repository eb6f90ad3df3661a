import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Facts } from '../../features/home/Facts.tsx';
import { Hero } from '../../features/home/Hero.tsx';
import { Steps } from '../../features/home/Steps.tsx';
import { DropSheet } from '../../features/uploads/DropSheet.tsx';
import { ExamplePictures } from '../../features/uploads/ExamplePictures.tsx';
import { useBringPicture } from '../../features/uploads/useBringPicture.ts';
import { session } from '../../features/auth/session.ts';
import { useUpload } from '../../features/uploads/useUpload.ts';
import { addTexts } from '../../lib/i18n/i18n.ts';
import { localPath } from '../../lib/i18n/paths.ts';
import { useLanguage } from '../../lib/i18n/useLanguage.ts';
import { Head } from '../../ui/Head.tsx';
import { usePreload } from './usePreload.ts';

/** Where the work goes on: it must not wait for code while the picture is on its way. */
const loadUploadPage = () =>
  Promise.all([import('../layouts/QueryLayout.tsx'), import('./UploadPage.tsx'), addTexts('result', 'saves')]);

/** The first page: its drop zone starts the work at once and leads to where it goes on. */
export function HomePage() {
  const language = useLanguage();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const goOn = useCallback(() => {
    const go = async () => {
      // Whom this browser only remembers may be logged out by now: their bench would lead back here, away from the picture.
      const { status } = await session.check();
      const bench = status === 'loggedIn' ? '/app/dashboard' : localPath(language, '/upload');
      await navigate(bench, { viewTransition: true });
    };
    void go();
  }, [language, navigate]);
  const { over, onFiles, onUrl } = useBringPicture(goOn);
  const state = useUpload();
  const rejection = state.stage === 'idle' ? state.rejection : undefined;

  usePreload(loadUploadPage);

  useEffect(() => {
    // The section is drawn after the address has been opened, too late for the browser's own jump.
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);

  return (
    <>
      <Head page="home" path="/" />
      <Hero
        sheet={<DropSheet over={over} rejection={rejection} notice={undefined} onFiles={onFiles} onUrl={onUrl} />}
        examples={<ExamplePictures onFiles={onFiles} />}
        over={over}
      />
      <Steps />
      <Facts />
    </>
  );
}
