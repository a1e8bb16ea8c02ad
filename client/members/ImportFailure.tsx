import CircleAlert from 'lucide-react/icons/circle-alert';
import { Alert } from '../ui/Alert.tsx';
import classes from './import.module.css';

/** Why a list cannot be imported. */
export const ImportFailure = ({ text }: { text: string }) => (
  <Alert tone="error" icon={<CircleAlert size={18} aria-hidden />} className={classes.failure ?? ''}>
    {text}
  </Alert>
);
