import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns three free ports, as the variables of a server. */
export async function freePorts() {
  const servers = Array.from({ length: 3 }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => String((server.address() as { port: number }).port))
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return { PORT: ports[0]!, PASSPORT_PORT: ports[1]!, OPERATOR_PORT: ports[2]! }
}
