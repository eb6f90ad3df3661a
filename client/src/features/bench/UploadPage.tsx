import { Head } from '../../ui/page/Head.tsx';
import { Bench } from './Bench.tsx';

export function UploadPage() {
  return (
    <>
      <Head page="upload" path="/upload" />
      <Bench />
    </>
  );
}
