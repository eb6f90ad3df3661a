import { createSaveAll } from '../../bulk/store/save-all.ts';

/** Continues while another page is shown. */
export const savesOfSelected = createSaveAll();
