// Styles of every page, before those of its components.

import './ui/tokens.css';
import './theme.css';
