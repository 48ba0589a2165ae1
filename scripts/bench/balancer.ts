/** The cluster's balancer in a process of its own: `balancer.ts PORT ORIGIN …`. */
import { createBalancer } from '../cluster/balancer.ts'

const [port, ...origins] = process.argv.slice(2)
createBalancer(origins).server.listen(Number(port), '127.0.0.1')
