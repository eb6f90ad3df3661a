import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Facts } from './Facts.tsx';
import { Hero } from './Hero.tsx';
import { Pairs } from './Pairs.tsx';
import { Steps } from './Steps.tsx';
import { DropSheet } from '../../pictures/uploads/DropSheet.tsx';
import { ExamplePictures } from '../../pictures/uploads/ExamplePictures.tsx';
import { useAddPicture } from '../../pictures/upload-page/useAddPicture.ts';
import { session } from '../../auth/session/session.ts';
import { useUpload } from '../../pictures/uploads/useUpload.ts';
import { localPath } from '../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../lib/i18n/useLanguage.ts';
import { Head } from '../../../ui/page/Head.tsx';
import { usePreload } from '../../../lib/usePreload.ts';

export interface HomePageProps {
  /** Preloads the page where work continues, so that it does not wait for code during the upload. */
  readonly preload: () => Promise<unknown>;
}

export function HomePage({ preload }: HomePageProps) {
  const language = useLanguage();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const openWorkbench = useCallback(() => {
    const go = async () => {
      // A remembered user may be logged out; their upload page would redirect here, away from the picture.
      const { status } = await session.check();
      const bench = status === 'loggedIn' ? '/app/dashboard' : localPath(language, '/upload');
      await navigate(bench, { viewTransition: true });
    };
    void go();
  }, [language, navigate]);
  const { over, onFiles, onUrl } = useAddPicture(openWorkbench);
  const state = useUpload();
  const rejection = state.stage === 'idle' ? state.rejection : undefined;

  usePreload(preload);

  useEffect(() => {
    // The section renders after navigation, too late for the browser's own scroll.
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
      <Pairs />
      <Steps />
      <Facts />
    </>
  );
}
