import { DataTable } from 'react-admin';

/** Untyped: type checking never finishes on react-admin's record paths. */
export const Column = DataTable.Col;
