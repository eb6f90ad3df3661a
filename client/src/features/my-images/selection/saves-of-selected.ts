import { createSaveAll } from '../../bulk/store/save-all.ts';

/** The HD saves of what was selected. They go on while another page is shown. */
export const savesOfSelected = createSaveAll();
