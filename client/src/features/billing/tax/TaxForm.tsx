import { taxInformationSchema } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { FormField } from '../../../ui/forms/FormField.tsx';
import { FormProblem } from '../../../ui/forms/FormProblem.tsx';
import { useAuthForm } from '../../auth/forms/useAuthForm.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { ChoiceList } from '../payments/ChoiceList.tsx';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../../lib/contracts/call.ts';
import { type TaxAnswer, taxQuery } from './api.ts';
import { countriesIn } from './countries.ts';

export interface TaxFormProps {
  readonly answer: TaxAnswer;
  readonly submit: string;
  readonly onSaved: () => void;
}

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' },
  rowGap: 2.5,
  columnGap: 2,
} as const;

/** Tax details on invoices, for a company or a private person (docs/product.md, Billing). */
export function TaxForm({ answer: { taxInformation, vatStatus }, submit: action, onSaved }: TaxFormProps) {
  const { t, i18n } = useTranslation('tax');
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const { email, first_name: firstName, last_name: lastName, country } = useProfile();
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language]);
  const known = countries.some(({ code }) => code === country) ? (country ?? '') : '';
  const empty = { companyName: '', country: known, vatNumber: '', address: '', zipCode: '', city: '' };
  const before = taxInformation ?? { type: 'Private' as const, ...empty, firstName, lastName, email };
  const { form, submit, failure, busy } = useAuthForm(taxInformationSchema, before, async (values) => {
    queryClient.setQueryData(
      taxQuery.queryKey,
      await call(subscriptionContracts.changeTaxInformation, { body: values }),
    );
    onSaved();
  });
  const vatProblem = failure?.code === 'vat_number_invalid' ? failureText(failure) : undefined;
  const isAboutFields = vatProblem !== undefined || Object.keys(failure?.fields ?? {}).length > 0;
  const { setError } = form;
  useEffect(() => {
    if (vatProblem !== undefined) setError('vatNumber', { message: vatProblem });
    for (const [name, message] of Object.entries(failure?.fields ?? {})) setError(name as 'city', { message });
  }, [failure, vatProblem, setError]);
  const isCompany = form.watch('type') === 'Company';
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}
    >
      <Controller
        control={form.control}
        name="type"
        render={({ field }) => (
          <ChoiceList
            label={t('type')}
            value={field.value}
            onChange={field.onChange}
            choices={[
              { value: 'Private', label: t('private') },
              { value: 'Company', label: t('company') },
            ]}
          />
        )}
      />
      <Box sx={row}>
        <FormField
          form={form}
          name="companyName"
          label={t(isCompany ? 'companyName' : 'companyNameOptional')}
          autoComplete="organization"
        />
        <FormField
          form={form}
          name="vatNumber"
          label={t(isCompany ? 'vatNumber' : 'vatNumberOptional')}
          helperText={vatStatus === null || vatStatus === 'none' ? undefined : t(`vat.${vatStatus}`)}
          slotProps={{ htmlInput: { dir: 'ltr' } }}
        />
      </Box>
      <Box sx={row}>
        <FormField form={form} name="firstName" label={t('firstName')} autoComplete="given-name" />
        <FormField form={form} name="lastName" label={t('lastName')} autoComplete="family-name" />
      </Box>
      <FormField form={form} name="address" label={t('address')} autoComplete="street-address" />
      <Box sx={row}>
        <FormField form={form} name="zipCode" label={t('zipCode')} autoComplete="postal-code" />
        <FormField form={form} name="city" label={t('city')} autoComplete="address-level2" />
      </Box>
      <FormField
        form={form}
        name="country"
        label={t('country')}
        select
        autoComplete="country"
        slotProps={{ select: { native: true } }}
      >
        <option value="">{t('chooseCountry')}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </FormField>
      <FormField
        form={form}
        name="email"
        label={t('email')}
        type="email"
        autoComplete="email"
        slotProps={{ htmlInput: { dir: 'ltr' } }}
      />
      <FormProblem text={failure === undefined || isAboutFields ? undefined : failureText(failure)} />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        disabled={busy}
        aria-busy={busy}
        sx={{ justifySelf: 'start' }}
      >
        {action}
      </Button>
    </Box>
  );
}
