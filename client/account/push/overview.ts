import type { ApiOutput } from '../../api.ts';

/** The devices with notifications, and the hours without them. */
export type PushOverview = ApiOutput<'GET /account/push'>;
