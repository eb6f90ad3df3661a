/** Ends an unfinished archive, so that readers recognise it as broken. */
export const CORRUPT_MARKER = '\nCLEARCUT-ARCHIVE-CORRUPT\n';

/** Lists entries and failures: `bulkManifestSchema`. */
export const BULK_MANIFEST = 'manifest.json';
