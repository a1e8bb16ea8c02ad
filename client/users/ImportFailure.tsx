import CircleAlert from 'lucide-react/icons/circle-alert';
import classes from './import.module.css';

/** Why a list cannot be taken as it is. */
export const ImportFailure = ({ text }: { text: string }) => (
  <div className={classes.failure} role="alert">
    <CircleAlert size={18} aria-hidden />
    <p>{text}</p>
  </div>
);
