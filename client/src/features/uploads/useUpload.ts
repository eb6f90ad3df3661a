import { useSyncExternalStore } from 'react';
import { uploadStore, type UploadState } from './upload-store.ts';

export function useUpload(): UploadState {
  return useSyncExternalStore(uploadStore.subscribe, uploadStore.getState);
}
