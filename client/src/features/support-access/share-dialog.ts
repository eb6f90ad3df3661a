import { Store } from '../../lib/store.ts';

/** The picture that a person is asked about, wherever on the page that began; undefined when no one is. */
class ShareDialogStore extends Store<string | undefined> {
  open(pictureId: string): void {
    this.replace(pictureId);
  }

  close(): void {
    this.replace(undefined);
  }
}

export const shareDialog = new ShareDialogStore(undefined);
