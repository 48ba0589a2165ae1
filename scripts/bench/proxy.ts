/** Entry point that runs the cluster's proxy in a separate process: `proxy.ts PORT ORIGIN …`. */
import { createClusterProxy } from '../cluster/proxy.ts'

const [port, ...origins] = process.argv.slice(2)
createClusterProxy(origins).server.listen(Number(port), '127.0.0.1')
