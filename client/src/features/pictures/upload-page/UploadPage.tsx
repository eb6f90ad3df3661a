import { Head } from '../../../ui/page/Head.tsx';
import { UploadFlow } from './UploadFlow.tsx';

export function UploadPage() {
  return (
    <>
      <Head page="upload" path="/upload" />
      <UploadFlow />
    </>
  );
}
