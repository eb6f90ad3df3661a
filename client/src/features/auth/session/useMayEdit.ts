import { useProfile } from './useProfile.ts';

/** Whether the editor, and so saving, is open to the person logged in. The server decides it again for every call. */
export function useMayEdit(): boolean {
  const { role, views_permissions } = useProfile().team_permissions;
  return role !== 'limited' || views_permissions.editor;
}
