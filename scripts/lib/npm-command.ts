/** How to run npm: under `npm run` the same npm again, on this Node; else the one on the PATH. */
export function npmCommand(): { file: string; before: string[] } {
  const cli = process.env.npm_execpath
  return cli?.endsWith('npm-cli.js') ? { file: process.execPath, before: [cli] } : { file: 'npm', before: [] }
}
