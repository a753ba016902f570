import type { Command } from '../command.ts';

export const importDirectory: Command = {
  name: 'import-directory',
  summary: 'draft records from a folder of OpenAPI documents',
  operands: [{ name: 'folder', completions: 'folders' }],
  options: {
    output: { value: 'FOLDER', help: 'the registry folder to write to (default: drafts)' },
    repository: { value: 'OWNER/NAME', help: 'the GitHub repository of the folder, for the basis of the records' },
    commit: { value: 'SHA', help: 'the commit of the repository, as 40 hexadecimal digits' },
    json: { help: 'print the result as JSON' },
  },
  about: [
    'Writes one record per origin to <output>/listings, for a registry that an operator fills. The records are drafts: texts that a document does not have start with TODO, and someone must review each record before it is listed. Documents with the same origin become one record. Of several versions of an API, in the folders <provider>/<service>/<version> as in APIs.guru, only the newest is read.',
    'import.ndjson in the output folder has a line for each document: the record, or the reason for rejecting it. An interrupted import resumes. Later runs read only new documents, and never change a reviewed record or one that another tool wrote.',
  ],
  examples: [
    ['import-directory openapi-directory/APIs', 'draft records from a clone of APIs.guru'],
    [
      'import-directory specs --output registry --repository example/specs',
      'draft records with the repository as their basis',
    ],
  ],
  exits: {
    0: 'all documents are drafted, merged, or superseded',
    1: 'some documents are rejected; import.ndjson has the reasons',
    2: 'the folder is unreadable or has no documents, or an option is invalid',
    130: 'interrupted; the next run resumes',
  },
  run: async (...call) => (await import('../registry/import-directory.ts')).importDirectory(...call),
};
