import { useSyncExternalStore } from 'react';
import type { EditedPicture, PictureState } from './edited-picture.ts';
import type { Store } from './engine/store.ts';
import { gallery, type GalleryState } from './gallery.ts';
import { tools, type ToolsState } from './tools.ts';

function useStore<State>({ subscribe, getState }: Store<State>): State {
  return useSyncExternalStore(subscribe, getState);
}

export const useTools = (): ToolsState => useStore(tools);
export const useGallery = (): GalleryState => useStore(gallery);
export const usePicture = (picture: EditedPicture): PictureState => useStore<PictureState>(picture);
