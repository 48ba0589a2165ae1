import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { deleted, exportedQuery, idParams } from '../fields.ts'
import * as imports from '../imports.ts'
import type { EndpointName } from '../paths.ts'
import { pictureHosts, pictureHostsInput } from '../picture-hosts.ts'

export const importEndpoints = {
  listImports: {
    summary: 'List your own imports, newest first',
    who: 'seller-or-admin',
    query: exportedQuery,
    output: z.array(imports.importSummary),
    limit: 'R1',
  },
  listPictureHosts: {
    summary: 'The hosts from which you let the photos be fetched whose addresses your files have',
    who: 'seller-or-admin',
    output: pictureHosts,
    limit: 'R1',
  },
  setPictureHosts: {
    summary:
      'Say from which hosts photos may be fetched, all of them; files that are not in yet are read again',
    who: 'seller-or-admin',
    proven: true,
    body: pictureHostsInput,
    output: pictureHosts,
    limit: 'W1',
  },
  addImport: {
    summary: 'Read a file of cars as the multipart field `file`; nothing changes until you apply it',
    who: 'seller-or-admin',
    proven: true,
    output: imports.importStarted,
    upload: 'file',
    problems: [
      'quota-exceeded',
      'invalid-input',
      'body-too-large',
      'upload-too-slow',
      'unsupported-media-type',
    ],
    limit: 'W2',
  },
  getImport: {
    summary: 'How far an import is, what it would do, and which of its columns say what',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    output: imports.carImport,
    problems: ['not-found'],
    limit: 'R1',
  },
  deleteImport: {
    summary: 'Discard a file that has not been imported',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    output: deleted,
    problems: ['not-found', 'import-not-ready'],
    limit: 'W1',
  },
  setImportColumns: {
    summary:
      'Say what the columns of a file hold, also for the next file, and the unit of mileages without one; it is read again',
    who: 'seller-or-admin',
    proven: true,
    row: 'owner',
    params: idParams,
    body: imports.importColumnsInput,
    output: imports.importAccepted,
    problems: ['not-found', 'import-not-ready'],
    limit: 'W1',
  },
  setImportValues: {
    summary: 'Say what values of a file become, also for the next file; it is read again',
    who: 'seller-or-admin',
    proven: true,
    row: 'owner',
    params: idParams,
    body: imports.importValuesInput,
    output: imports.importAccepted,
    problems: ['quota-exceeded', 'not-found', 'import-not-ready'],
    limit: 'W1',
  },
  listImportRows: {
    summary: 'The rows of an import, by what becomes of them, in the file’s order',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    query: imports.importRowsQuery,
    output: z.array(imports.importRow),
    problems: ['not-found'],
    limit: 'R1',
  },
  applyImport: {
    summary: 'Put the good rows in, as one change; a repeat changes nothing',
    who: 'seller-or-admin',
    proven: true,
    row: 'owner',
    params: idParams,
    body: imports.applyInput,
    output: imports.importAccepted,
    problems: ['quota-exceeded', 'not-found', 'import-not-ready', 'missing-count'],
    limit: 'W1',
  },
  getImportRejects: {
    summary: 'The rows with errors as a CSV file, with `_line` and `_error`; corrected, it imports alone',
    who: 'seller-or-admin',
    row: 'owner',
    params: idParams,
    output: z.string(),
    answers: 'text/csv',
    problems: ['not-found'],
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
