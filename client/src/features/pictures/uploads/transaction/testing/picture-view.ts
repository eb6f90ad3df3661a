import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';

/** A finished picture as the server returns it, except for `changed`. */
export const pictureView = (id: string, changed: object = {}): TransactionView => ({
  id,
  status: 'UPLOADED',
  originalFileName: `${id}.jpg`,
  pipeline: { original: { id: 'original' }, improved: { id: 'improved' } },
  settings: DEFAULT_SETTINGS,
  edits: { headId: 'head', undoId: null, redoId: null, masks: [] },
  customBackgrounds: [],
  save: null,
  batchId: null,
  forkOf: null,
  forks: [],
  isBySupport: false,
  betterModel: null,
  subject: { kind: 'auto' },
  isGuess: false,
  error: null,
  session_id: 'session',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-02T00:00:00.000Z',
  width: 2,
  height: 2,
  ...changed,
});
