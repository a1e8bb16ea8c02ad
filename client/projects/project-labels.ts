// Labels of project colours and fields.

import type { ProjectColour } from '#domain/projects.ts';
import { m } from '#locales/messages.js';
import type { ProjectField } from './project-merge.ts';

export const colourLabels: Record<ProjectColour, () => string> = {
  teal: m.projects_colour_teal,
  blue: m.projects_colour_blue,
  indigo: m.projects_colour_indigo,
  violet: m.projects_colour_violet,
  grape: m.projects_colour_grape,
  pink: m.projects_colour_pink,
  red: m.projects_colour_red,
  orange: m.projects_colour_orange,
  yellow: m.projects_colour_yellow,
  lime: m.projects_colour_lime,
  green: m.projects_colour_green,
  gray: m.projects_colour_gray,
};

export const fieldLabels: Record<ProjectField, () => string> = {
  name: m.projects_name,
  clientName: m.clients_client,
  code: m.projects_code,
  colour: m.projects_colour,
  notes: m.projects_notes,
  startsOn: m.projects_starts_on,
  endsOn: m.projects_ends_on,
  hours: m.projects_budget_hours,
  money: m.projects_budget_money,
  audience: m.projects_workers,
  managerIds: m.projects_managers,
  workerIds: m.projects_chosen_workers,
  tasks: m.projects_tasks,
};
