/** Names of span attributes, from OpenTelemetry's semantic conventions. */
export const attributes = {
  errorType: 'error.type',
  httpMethod: 'http.request.method',
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  databaseSystem: 'db.system.name',
  databaseOperation: 'db.operation.name',
  messagingSystem: 'messaging.system.name',
  messagingOperation: 'messaging.operation.name',
  messagingOperationType: 'messaging.operation.type',
  messagingDestination: 'messaging.destination.name',
  messagingSubscription: 'messaging.destination.subscription.name',
  messagingCount: 'messaging.batch.message_count',
  rpcSystem: 'rpc.system.name',
  rpcMethod: 'rpc.method',
  /** Client spans only: the called service. */
  calledService: 'server.service.name',
} as const;
