import { call } from '../../../lib/contracts/call.ts';
import { billingContracts } from '@clearcut/schemas/contracts/billing';
import { MAX_BILLING_CONTACTS } from '@clearcut/schemas/constants';
import type { AdminUser } from '@clearcut/schemas/team/http';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormPart } from '../../../ui/forms/FormPart.tsx';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { nameOf } from '../../users/person/user.ts';
import { contactsQuery, membersQuery } from './api.ts';

/** Members who get mails about money besides the payer and the invoice address. */
export function ContactsPart() {
  const { t } = useTranslation('billing');
  const contacts = useQuery(contactsQuery);
  const ids = contacts.data?.userIds ?? [];
  const chosen = useQuery({
    ...membersQuery({ id: ids }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const isKnown = contacts.data !== undefined && (ids.length === 0 || chosen.data !== undefined);
  const failed = [contacts, chosen].find(({ error }) => error !== null);
  return (
    <FormPart title={t('contacts.title')} lead={t('contacts.text')}>
      {isKnown ? (
        <People chosen={ids.length === 0 ? [] : (chosen.data ?? [])} />
      ) : failed === undefined ? (
        <Skeleton variant="rounded" height={56} />
      ) : (
        <LoadFailed error={failed.error} onAgain={() => void failed.refetch()} />
      )}
    </FormPart>
  );
}

function People({ chosen }: { readonly chosen: readonly AdminUser[] }) {
  const { t } = useTranslation('billing');
  const failureToast = useFailureToast();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const { data: found = [], isFetching } = useQuery({
    ...membersQuery({ q: words }),
    placeholderData: keepPreviousData,
  });
  const choose = useMutation({
    mutationFn: (people: readonly AdminUser[]) =>
      call(billingContracts.chooseContacts, { body: { userIds: people.map(({ id }) => id) } }),
    onSuccess: (contacts) => queryClient.setQueryData(contactsQuery.queryKey, contacts),
    onError: failureToast,
  });
  const shown = choose.isPending ? choose.variables : chosen;
  return (
    <Autocomplete
      multiple
      disableClearable
      forcePopupIcon={false}
      filterSelectedOptions
      disabled={choose.isPending}
      value={[...shown]}
      options={found}
      filterOptions={(options) => options}
      getOptionLabel={nameOf}
      getOptionKey={({ id }) => id}
      getOptionDisabled={() => shown.length >= MAX_BILLING_CONTACTS}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, people) => choose.mutate(people)}
      noOptionsText={isFetching ? '…' : t('contacts.none')}
      renderOption={({ key, ...props }, person) => (
        <Box component="li" key={key} {...props} sx={{ display: 'block' }}>
          <Box>
            <bdi>{nameOf(person)}</bdi>
          </Box>
          <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>
            <bdi>{person.email}</bdi>
          </Box>
        </Box>
      )}
      renderInput={(props) => <TextField {...props} label={t('contacts.label')} />}
    />
  );
}
