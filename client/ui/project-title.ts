// The name of a project beside other text: "Client · Project", or the project alone if it has no client.

import { isolated } from '#locales/registry.js';

export type NamedProject = { clientName: string | null; projectName: string };

export const projectTitle = ({ clientName, projectName }: NamedProject): string =>
  clientName === null ? isolated(projectName) : `${isolated(clientName)} · ${isolated(projectName)}`;

/** "Project · Client": in a row whose end may be cut off. */
export const projectThenClient = ({ clientName, projectName }: NamedProject): string =>
  clientName === null ? isolated(projectName) : `${isolated(projectName)} · ${isolated(clientName)}`;

/** The same in a field, where the text is edited and not isolated. */
export const projectLabel = ({ clientName, projectName }: NamedProject): string =>
  clientName === null ? projectName : `${clientName} · ${projectName}`;
