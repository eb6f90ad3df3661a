import { updateUserBodySchema, type AdminUser } from '@clearcut/schemas/team/http';
import Box from '@mui/material/Box';
import { EditBase, Form, HttpError, useEditContext, useRedirect } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { useSchemaResolver } from '../../../lib/forms/useSchemaResolver.ts';
import { FixedField } from '../../../ui/forms/FixedField.tsx';
import { FormPart } from '../../../ui/forms/FormPart.tsx';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { session } from '../../auth/session/session.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { BackToUsers } from './BackToUsers.tsx';
import { DeleteUser } from './DeleteUser.tsx';
import { FormActions } from './FormActions.tsx';
import { DisableUser } from './DisableUser.tsx';
import { LostFactor } from './LostFactor.tsx';
import { PendingInvitation } from './PendingInvitation.tsx';
import { nameOf } from '../person/user.ts';
import { NameInputs, RightsInputs } from './UserInputs.tsx';
import { UserSkeleton } from './UserSkeleton.tsx';

function EditForm() {
  const { t } = useTranslation('users');
  const { record: user } = useEditContext<AdminUser>();
  const { pk } = useProfile();
  const resolver = useSchemaResolver(updateUserBodySchema);
  if (user === undefined) return <UserSkeleton />;
  return (
    <>
      <PageHeader title={<bdi>{nameOf(user)}</bdi>} />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
        {user.status === 'Pending' && <PendingInvitation user={user} />}
        <Form resolver={resolver} disableInvalidFormNotification>
          <Sheet sx={snipped(28)}>
            <FormPart title={t('person')}>
              <FixedField label={t('fields.email')} value={user.email} />
              <NameInputs />
            </FormPart>
            <FormPart title={t('rights')}>
              <RightsInputs />
            </FormPart>
            <FormActions save={t('edit.save')} />
          </Sheet>
        </Form>
        {/* One's own account is closed, and its second factor managed, under My account. */}
        {user.id !== pk && (
          <>
            {user.hasSecondFactor && <LostFactor user={user} />}
            {user.status !== 'Pending' && <DisableUser user={user} />}
            <DeleteUser user={user} />
          </>
        )}
      </Box>
    </>
  );
}

export function UserEdit() {
  const { t } = useTranslation('users');
  const { pk } = useProfile();
  const redirect = useRedirect();
  const failureToast = useFailureToast();

  const onSuccess = async ({ id }: AdminUser) => {
    showToast(t('notifications.updated'));
    redirect('list', 'users');
    // Admins who give up that role see the effect at once.
    if (id === pk) await session.renew();
  };
  return (
    <>
      <Head page="userEdit" texts="app" />
      <BackToUsers />
      <EditBase
        mutationMode="pessimistic"
        mutationOptions={{
          onSuccess,
          onError: (error) => {
            if (!(error instanceof HttpError)) failureToast(error);
          },
        }}
        queryOptions={{
          // Starts from current data, not a row of the list.
          staleTime: 0,
          onError: (error) => {
            failureToast(error);
            redirect('list', 'users');
          },
        }}
      >
        <EditForm />
      </EditBase>
    </>
  );
}
