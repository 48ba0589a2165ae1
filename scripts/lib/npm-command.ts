/**
 * Returns the command that runs npm. Under `npm run`, this is the npm that is already running, on this Node;
 * otherwise, it is the npm on the PATH.
 */
export function npmCommand(): { file: string; before: string[] } {
  const cli = process.env.npm_execpath
  return cli?.endsWith('npm-cli.js') ? { file: process.execPath, before: [cli] } : { file: 'npm', before: [] }
}
