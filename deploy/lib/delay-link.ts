/**
 * Delays what goes from one machine of a trial to another one. The first machine has been given the address of the second
 * (`divert`), so its connections meet the sockets that this program opens there; the program itself reaches the second machine
 * from outside both.
 *
 * Usage: node deploy/lib/delay-link.ts MACHINE ADDRESS MS PORT...
 */
import { spawn } from 'node:child_process'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'

import { onMachine } from './namespaces.ts'

const [machine, address, ms, ...ports] = process.argv.slice(2) as [
  string,
  string,
  string,
  ...string[],
]

if (process.send === undefined) openSockets()
else await listenHere()

/** Starts itself on the machine, and takes over the sockets that it opens there: a socket stays where it was opened. */
function openSockets(): void {
  const words = [...onMachine(machine), process.execPath, ...process.argv.slice(1)]
  const helper = spawn(words[0]!, words.slice(1), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  helper.on('message', (port: string, server: unknown) => {
    ;(server as Server).on('connection', (socket: Socket) => forward(socket, Number(port)))
  })
}

async function listenHere(): Promise<void> {
  for (const port of ports) {
    const server = createServer()
    await new Promise<void>((done, failed) => {
      server.once('error', failed).listen(Number(port), address, done)
    })
    // Else this process would take some of the connections, too, and never answer them.
    process.send!(port, server, {}, () => server.close())
  }
}

function forward(socket: Socket, port: number): void {
  const target = connect(port, address)
  socket.pipe(later(Number(ms))).pipe(target)
  target.pipe(socket)
  for (const [one, other] of [
    [socket, target],
    [target, socket],
  ] as const) {
    one.on('error', () => {}).on('close', () => other.destroy())
  }
}

/** Passes each piece on after a time, in order, however many are on their way. */
function later(delayMs: number): Transform {
  return new Transform({
    highWaterMark: 64 * 2 ** 20,
    transform(piece: Buffer, _encoding, done) {
      setTimeout(() => this.push(piece), delayMs)
      done()
    },
    flush(done) {
      setTimeout(done, delayMs)
    },
  })
}
