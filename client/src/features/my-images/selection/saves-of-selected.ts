import { createSaveAll } from '../../pictures/bulk/store/save-all.ts';

/** Continues while another page is shown. */
export const savesOfSelected = createSaveAll();
