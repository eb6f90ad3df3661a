import { emailSchema, passwordSchema } from '@clearcut/schemas/form-fields';
import { loginBodySchema, signUpBodySchema } from '@clearcut/schemas/identity/http';
import { z } from 'zod';

/** The shared schema with its own message; three forms word it differently. */
const emailWith = (invalid: string) =>
  z.string().superRefine((email, context) => {
    const [issue] = emailSchema.safeParse(email).error?.issues ?? [];
    if (issue === undefined) return;
    const message = issue.code === 'invalid_format' ? invalid : issue.message;
    context.addIssue({ code: 'custom', message });
  });

/** Minimum length of this installation, in the server's words. */
const newPassword = (minLength: number) => passwordSchema.min(minLength, `Use at least ${minLength} characters`);

const repeatedPassword = (minLength: number) => ({ password: newPassword(minLength), repeat: z.string() });

const isRepeated = ({ password, repeat }: { password: string; repeat: string }) => password === repeat;
const DIFFERENT = { path: ['repeat'], error: 'Passwords do not match' };

export const loginSchema = loginBodySchema.pick({ email: true, password: true });

export const signUpSchema = (minLength: number) =>
  signUpBodySchema
    .pick({ first_name: true, last_name: true })
    .extend({ email: emailWith('Invalid email'), password: newPassword(minLength) });

export const recoverSchema = z.object({ email: emailWith('Email is invalid') });

export const resetSchema = (minLength: number) => z.object(repeatedPassword(minLength)).refine(isRepeated, DIFFERENT);

export const invitationSchema = (minLength: number) =>
  signUpBodySchema
    .pick({ first_name: true, last_name: true })
    .extend(repeatedPassword(minLength))
    .refine(isRepeated, DIFFERENT);
