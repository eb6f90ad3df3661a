import type { Licence } from '../licence.ts';

export const exampleLicence: Licence = {
  name: 'Example-1.0',
  address: 'https://licence.example/1.0',
  summary: 'Do with it what you like.',
  commercialUse: 'Allowed.',
  trainingData: 'Pictures of vases.',
};
