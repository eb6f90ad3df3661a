/** `npm run settings`: writes docs/settings.md from the schema of the settings. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settingsPage } from '../platform/src/config/settings-page.ts';

writeFileSync(fileURLToPath(new URL('../docs/settings.md', import.meta.url)), settingsPage());
