/** The address typed last, so that the next form does not ask for it again. Lives as long as the page. */
let typed = '';

export const typedEmail = {
  read: (): string => typed,
  keep(email: string): void {
    typed = email;
  },
};
