import { withRetries } from '../../../lib/retry/with-retries.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { getPreview } from '../sync/api.ts';
import type { EditedPicture } from './edited-picture.ts';

/** Downloads the free preview as shown. The server draws it only after the cut-out is refined. @throws Failure */
export async function downloadPreview(picture: EditedPicture): Promise<void> {
  await picture.whenSent();
  const { headId } = picture.getState().version;
  const { file, name } = await withRetries(() => getPreview(picture.id, headId));
  saveFile(file, name);
}
