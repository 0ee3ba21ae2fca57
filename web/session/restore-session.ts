/* The start-up check of the specification's section 4; imported when the page is alive and a session is stored. */
import { checkSession } from './session-state.ts'

void checkSession()
