/**
 * Returns the command that runs npm: under `npm run`, the npm that is running, on this Node; else the one on
 * the PATH.
 */
export function npmCommand(): { file: string; before: string[] } {
  const cli = process.env.npm_execpath
  return cli?.endsWith('npm-cli.js') ? { file: process.execPath, before: [cli] } : { file: 'npm', before: [] }
}
