/* Only a name for the bundler to start from: everything that starts is in the shell, one file with the rest of it. */
import './client.tsx'
