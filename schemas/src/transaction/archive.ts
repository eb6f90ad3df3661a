/** What the archive of a bulk download is recognised by. Apart from its contract, because a browser reads archives without zod. */

/** The end of an archive that could not be finished: its reader knows by it that the archive is broken. */
export const CORRUPT_MARKER = '\nCLEARCUT-ARCHIVE-CORRUPT\n';

/** Name of the archive's list of what is in it, and of what failed: `bulkManifestSchema`. */
export const BULK_MANIFEST = 'manifest.json';
