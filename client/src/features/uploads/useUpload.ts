import { useStore } from '../../lib/useStore.ts';
import { uploadStore, type UploadState } from './upload-store.ts';

export function useUpload(): UploadState {
  return useStore(uploadStore);
}
