import { Head } from '../../ui/page/Head.tsx';
import { Bench } from './Bench.tsx';

/** The bench for visitors without an account. */
export function UploadPage() {
  return (
    <>
      <Head page="upload" path="/upload" />
      <Bench />
    </>
  );
}
