import { useStore } from '../../../lib/useStore.ts';
import type { UploadState } from './upload-state.ts';
import { uploadStore } from './upload-store.ts';

export function useUpload(): UploadState {
  return useStore(uploadStore);
}
