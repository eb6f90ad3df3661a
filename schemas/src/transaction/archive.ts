import type { Quality } from './saves-http.ts';

/** Ends an unfinished archive, so that readers recognise it as broken. */
export const CORRUPT_MARKER = '\nCLEARCUT-ARCHIVE-CORRUPT\n';

/** Lists entries and failures: `bulkManifestSchema`. */
export const BULK_MANIFEST = 'manifest.json';

/** The archive's file name, by the day in UTC. */
export const archiveName = (quality: Quality, now: Date): string =>
  `clearcut-${quality === 'high' ? 'hd' : 'previews'}-${now.toISOString().slice(0, 10)}.zip`;
