import { expect, test } from 'vitest';
import { vatNumberOf } from './vat-number.ts';

test.for([
  ['DE', 'DE129274202', 'DE129274202'],
  ['DE', '129274202', 'DE129274202'],
  ['BE', 'BE0428759497', 'BE0428759497'],
  ['GR', '094259216', 'EL094259216'],
  ['GB', '980780684', 'GB980780684'],
  ['GB', 'XI980780684', 'XI980780684'],
  ['CH', 'CHE123456788MWST', 'CHE123456788MWST'],
  ['NO', '923609016', '923609016MVA'],
  ['NO', 'NO923609016MVA', '923609016MVA'],
  ['NL', 'NL004495445B01', 'NL004495445B01'],
  ['JP', 'T1234', 'T1234'],
] as const)('of %s, %s is taken as %s', ([country, typed, number]) => {
  expect(vatNumberOf(country, typed)).toBe(number);
});

test.for([
  ['DE', 'DE129274203'],
  ['DE', 'FR40303265045'],
  ['DE', 'DE000000000'],
  ['AT', 'U1'],
  ['NO', '923609017'],
] as const)('of %s, %s is refused beside its field', ([country, typed]) => {
  const refused = expect.objectContaining({
    code: 'vat_number_invalid',
    validationErrors: { vatNumber: expect.any(String) as string },
  }) as unknown;
  expect(() => vatNumberOf(country, typed)).toThrow(refused);
});

test("accepts the provider's test numbers where no money moves", () => {
  expect(vatNumberOf('DE', 'DE000000000', { takesTestNumbers: true })).toBe('DE000000000');
});
