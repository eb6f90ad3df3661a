import { removeBgContracts } from '../removebg/contracts.ts';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { photoroomErrors } from './errors.ts';

export const photoroomContracts = {
  segment: {
    ...removeBgContracts.removebg,
    path: '/v1/segment/',
    summary:
      "Removes the background like Photoroom's API: `image_file` or `image_file_b64`, at full size for one credit. The same picture again within 15 minutes is free.",
    errorForm: photoroomErrors,
    answers: {
      200: {
        description: 'The picture, or where `Accept` names JSON alone, `{result_b64}`.',
        mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'application/json'],
      },
    },
  },
} as const satisfies Record<string, Contract>;
