import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Card, CardButtons } from '../ui/Card.tsx';
import classes from './identity.module.css';

/** Explains how to join, for somebody without an invite link. */
export const JoinPage = () => (
  <Card title={m.route_join()} text={m.session_how_to_join()}>
    <ol className={classes.steps}>
      <li>{m.session_how_to_join_1()}</li>
      <li>{m.session_how_to_join_2()}</li>
      <li>{m.session_how_to_join_3()}</li>
    </ol>
    <CardButtons>
      <LinkButton href={pathTo('/login')}>{m.session_login()}</LinkButton>
      <LinkButton href={pathTo('/register')} variant="default">
        {m.session_found_own()}
      </LinkButton>
    </CardButtons>
  </Card>
);
