import { useStore } from '../../../lib/useStore.ts';
import type { EditedPicture, PictureState } from './edited-picture.ts';
import { gallery, type GalleryState } from './gallery.ts';

export const useGallery = (): GalleryState => useStore(gallery);
export const usePicture = (picture: EditedPicture): PictureState => useStore<PictureState>(picture);
