import type { Area } from '@partner-office/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Handlers } from '../input/handlers.ts'
import { serveCall } from './serve-call.ts'
import { serveFormParts } from './serve-form.ts'

type CallerOf<Caller> = (request: FastifyRequest, reply: FastifyReply) => Caller

/** Serves every call of an area: a contract without a handler does not compile, nor does a handler without a contract. */
export function serveArea<Calls extends Area, Caller>(
  app: FastifyInstance,
  area: Calls,
  handlers: Handlers<Calls, Caller>,
  callerOf: CallerOf<Caller>,
): void {
  for (const [name, contract] of Object.entries(area)) {
    const handle = (handlers as Handlers<Area, Caller>)[name]!
    const serve = contract.multipart === undefined ? serveCall : serveFormParts
    serve(app, contract, (input, request, reply) => handle(input, callerOf(request, reply)))
  }
}

/** Serves several areas to the same kind of caller; an area without handlers does not compile. */
export function serveAreas<Areas extends Readonly<Record<string, Area>>, Caller>(
  app: FastifyInstance,
  areas: Areas,
  handlers: { readonly [Name in keyof Areas]: Handlers<Areas[Name], Caller> },
  callerOf: CallerOf<Caller>,
): void {
  for (const name of Object.keys(areas)) serveArea(app, areas[name]!, handlers[name]!, callerOf)
}
