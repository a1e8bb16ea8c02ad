import CircleAlert from 'lucide-react/icons/circle-alert';
import { Alert } from './Alert.tsx';
import classes from './alert.module.css';

/** Why something failed, at the place where it was started. */
export const FailureAlert = ({ text }: { text: string }) => (
  <Alert tone="error" icon={<CircleAlert size={18} aria-hidden />} className={classes.failure ?? ''}>
    {text}
  </Alert>
);
