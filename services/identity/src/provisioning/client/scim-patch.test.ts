import { deepEqual, throws } from 'node:assert/strict';
import type { Failure } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { scimPatch, type ScimPatchOperation } from 'scim-patch';
import { groupResource } from '../group/scim-group.schema.ts';
import { userResource } from '../user/scim-user.schema.ts';
import { applyPatch, type ScimPatch, type ScimResource } from './scim-patch.ts';

type Operation = ScimPatch['Operations'][number];
const core = 'urn:ietf:params:scim:schemas:core:2.0:';

const group = { displayName: 'Crew', members: ['31', '32', '33'].map((value) => ({ value, display: `user ${value}` })) };
const user = {
  userName: 'ann',
  externalId: 'a-1',
  displayName: 'Ann',
  name: { givenName: 'Ann', familyName: 'Lee' },
  emails: [
    { value: 'ann@example.com', type: 'work', primary: true },
    { value: 'ann@home.example', type: 'home' },
  ],
  active: true,
};

const patch = (kind: ScimResource, resource: object, ...Operations: Operation[]) => applyPatch(kind, resource, { Operations });
const members = (...Operations: Operation[]) =>
  ((patch(groupResource, group, ...Operations)['members'] ?? []) as { value: string }[]).map(({ value }) => value);
const refusal = (kind: ScimResource, resource: object, operation: Operation): unknown => {
  try {
    return patch(kind, resource, operation);
  } catch (error) {
    return (error as Failure).extra['scimType'] ?? (error as Failure).name;
  }
};

describe('operations on SCIM resources', () => {
  it('remove members by value, regardless of the other attributes of the request', () => {
    for (const value of [
      [{ value: '32' }],
      [{ $ref: null, value: '32' }],
      [{ value: '32', display: 'another name', type: 'User', $ref: '../Users/32' }],
      [{ Value: '32' }],
      [{ value: 32 }],
      { value: '32' },
      ['32'],
    ])
      deepEqual(members({ op: 'Remove', path: 'members', value }), ['31', '33'], JSON.stringify(value));
    deepEqual(members({ op: 'remove', path: 'members[value eq "32"]' }), ['31', '33']);
    deepEqual(members({ op: 'remove', path: 'members[value eq "31" or value eq "33"]' }), ['32']);
    deepEqual(members({ op: 'remove', path: 'members' }), []);
    deepEqual(members({ op: 'remove', path: 'members', value: [{ value: '4711' }] }), ['31', '32', '33']);
    deepEqual(refusal(groupResource, group, { op: 'remove', path: 'members', value: [{ display: 'user 32' }] }), 'invalidValue');
  });

  it('remove an address by value in any case, and keep the others', () => {
    const { emails } = patch(userResource, user, { op: 'remove', path: 'emails', value: [{ value: 'Ann@Home.example' }] });
    deepEqual(emails, [user.emails[0]]);
  });

  it('accept names in any case, and behind the URN of the schema', () => {
    for (const path of ['active', 'Active', `${core}User:active`, `URN:ietf:params:scim:schemas:core:2.0:user:ACTIVE`])
      for (const value of [false, 'False', 'false'])
        deepEqual(patch(userResource, user, { op: 'Replace', path, value })['active'], false, path);
    for (const value of [{ active: false }, { Active: 'False' }, { [`${core}User:active`]: false }, { [`${core}User`]: { ACTIVE: false } }])
      deepEqual(patch(userResource, user, { op: 'replace', value }), { ...user, active: false });
    const renamed = { ...user.name, familyName: 'Ray' };
    for (const [path, value] of [
      ['Name.FamilyName', 'Ray'],
      [`${core}User:name.familyname`, 'Ray'],
      ['NAME', { FamilyName: 'Ray' }],
      [undefined, { Name: { familyName: 'Ray' } }],
      [undefined, { 'name.FAMILYNAME': 'Ray' }],
    ] as const)
      deepEqual(patch(userResource, user, { op: 'add', ...(path && { path }), value })['name'], renamed, String(path));
    const work = patch(userResource, user, { op: 'replace', path: 'Emails[Type EQ "WORK"].Value', value: 'a@example.com' });
    deepEqual(work['emails'], [{ ...user.emails[0], value: 'a@example.com' }, user.emails[1]]);
    deepEqual(members({ op: 'Add', path: 'Members', value: [{ Value: '34' }] }), ['31', '32', '33', '34']);
  });

  it('are refused for unknown attributes, which would change nothing', () => {
    for (const [kind, resource, path, scimType] of [
      [userResource, user, 'activ', 'invalidPath'],
      [userResource, user, 'name.firstName', 'invalidPath'],
      [userResource, user, 'userName.value', 'invalidPath'],
      [userResource, user, 'name[givenName eq "Ann"]', 'invalidPath'],
      [userResource, user, 'emails[kind eq "work"].value', 'invalidFilter'],
      [userResource, user, 'emails[type is "work"].value', 'invalidFilter'],
      [userResource, user, 'emails[type eq "work"', 'invalidPath'],
      [userResource, user, '__proto__.x', 'invalidPath'],
      [userResource, user, 'constructor', 'invalidPath'],
      [userResource, user, 'urn:example:params:scim:schemas:1.0:User:active', 'invalidPath'],
      [userResource, user, 'id', 'mutability'],
      [groupResource, group, 'active', 'invalidPath'],
      [groupResource, group, 'members[value eq "4711"].display', 'noTarget'],
      [groupResource, group, 'members[value eq "4711"].value', 'noTarget'],
      [groupResource, group, 'members[value eq "4711"]', 'noTarget'],
    ] as const)
      deepEqual(refusal(kind, resource, { op: 'replace', path, value: kind === groupResource ? { value: '1' } : 'x' }), scimType, path);
    for (const value of [{ activ: false }, { name: { firstName: 'x' } }, JSON.parse('{"__proto__":{"x":1}}'), { 'emails.kind': 'x' }])
      deepEqual(refusal(userResource, user, { op: 'add', value }), 'invalidPath');
    deepEqual(refusal(userResource, user, { op: 'replace', value: { active: true, Active: false } }), 'invalidSyntax');
    deepEqual(refusal(userResource, user, { op: 'remove' }), 'noTarget');
    deepEqual(refusal(userResource, user, { op: 'replace', path: 'active' }), 'invalidValue');
    deepEqual(refusal(userResource, user, { op: 'remove', path: 'active' }), 'invalidValue');
    deepEqual(refusal(userResource, user, { op: 'remove', path: 'userName' }), 'ValidationError');
    deepEqual(refusal(userResource, user, { op: 'replace', value: 'x' }), 'invalidValue');
  });

  it('ignore attributes of RFC 7643 that have no use here', () => {
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    for (const path of ['title', 'Title', 'phoneNumbers[type eq "work"].value', `${enterprise}:department`, `${core}User:locale`])
      deepEqual(patch(userResource, user, { op: 'add', path, value: 'x' }), user, path);
    const value = { id: '1', schemas: [], title: 'Dr', [enterprise]: { department: 'x' }, active: false };
    deepEqual(patch(userResource, user, { op: 'replace', value }), { ...user, active: false });
  });

  it('create an address by its type, and leave one primary address', () => {
    const { emails: _none, ...bare } = user;
    for (const op of ['add', 'replace'])
      deepEqual(patch(userResource, bare, { op, path: 'emails[type eq "work"].value', value: 'x@example.com' })['emails'], [
        { type: 'work', value: 'x@example.com' },
      ]);
    const added = patch(userResource, user, {
      op: 'add',
      path: 'emails',
      value: [{ value: 'new@example.com', type: 'work', primary: true }],
    });
    deepEqual(
      (added['emails'] as { value: string; primary?: boolean }[]).filter(({ primary }) => primary).map(({ value }) => value),
      ['new@example.com'],
    );
    throws(() => patch(userResource, bare, { op: 'add', path: 'emails[type eq "work"].primary', value: true }));
  });

  it('leave the given resource unchanged', () => {
    const before = structuredClone(user);
    patch(userResource, user, { op: 'replace', path: 'name.givenName', value: 'X' }, { op: 'remove', path: 'emails' });
    deepEqual(user, before);
  });
});

/**
 * Results equal those of the library scim-patch. The operations avoid the places where it differs from the RFC or from documented clients:
 * - it removes elements that are equal in all attributes, so that Microsoft's removal of members has no effect;
 * - it creates unknown attributes, and ignores names in another case (RFC 7643 §2.1);
 * - it creates elements for a path with a filter that matches nothing, where RFC 7644 §3.5.2.3 requires `noTarget`;
 * - it keeps two primary values, where RFC 7644 §3.5.2 requires one;
 * - it adds an element twice whose type and value exist (RFC 7643 §2.4), and any element if the operation has no path.
 */
describe('operations on SCIM resources, next to scim-patch', () => {
  const word = fc.constantFrom('Ada', 'Bob', 'Cy', 'a b', 'True');
  const id = fc.constantFrom('31', '32', '33', '34', '35');
  const type = fc.constantFrom('work', 'home');
  const memberValues = fc.uniqueArray(id, { maxLength: 4 }).map((ids) => ids.map((value) => ({ value })));
  const names = fc.record({ givenName: word, familyName: word }, { requiredKeys: [] });
  const operation = <Path extends string>(op: fc.Arbitrary<string>, path: fc.Arbitrary<Path>, value: fc.Arbitrary<unknown>) =>
    fc.record({ op, path, value });
  const write = fc.constantFrom('add', 'replace');
  const remove = fc.constant('remove');
  const onUser = fc.oneof(
    operation(write, fc.constantFrom('userName', 'displayName', 'externalId', 'name.givenName', 'name.middleName'), word),
    operation(write, fc.constant('name'), names),
    operation(write, fc.constant('active'), fc.boolean()),
    operation(
      write,
      type.map((each) => `emails[type eq "${each}"].value`),
      word,
    ),
    operation(write, fc.constant('emails.value'), word),
    fc.record({ op: write, value: fc.record({ displayName: word, 'name.familyName': word, active: fc.boolean() }, { requiredKeys: [] }) }),
    fc.record({ op: remove, path: fc.constantFrom('displayName', 'externalId', 'name', 'name.givenName', 'emails[type eq "home"]') }),
  );
  const onGroup = fc.oneof(
    operation(write, fc.constant('members'), memberValues),
    operation(remove, fc.constant('members'), memberValues),
    operation(write, fc.constant('displayName'), word),
    fc.record({ op: remove, path: id.map((each) => `members[value eq "${each}"]`) }),
    fc.record({ op: remove, path: fc.constant('members') }),
    fc.record({ op: fc.constant('replace'), value: fc.record({ members: memberValues, displayName: word }, { requiredKeys: [] }) }),
  );

  /** The same operation in the notations of other clients. */
  const respelled = (schema: string, { op, path, value }: Operation, way: number): Operation => {
    const spelled = (name: string) => [name, name.toUpperCase(), `${core}${schema}:${name}`, name.toLowerCase()][way % 4] ?? name;
    const name = (text: string) => text.replace(/^\w+/, spelled);
    const named =
      path === undefined ? Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [name(key), inner])) : value;
    return {
      op: way % 2 ? op.toUpperCase() : op,
      ...(path !== undefined && { path: name(path) }),
      ...(value !== undefined && { value: named }),
    };
  };

  /** Empty lists and objects are the same as absent ones (RFC 7643 §2.5). */
  const comparable = (resource: object): unknown =>
    Object.fromEntries(Object.entries(resource).filter(([, value]) => typeof value !== 'object' || Object.keys(value).length > 0));

  /** The result of the library; null if it refuses to remove from a list that is empty already. */
  function patchedByLibrary(resource: object, operations: readonly Operation[]): object | null {
    try {
      return scimPatch(structuredClone(resource) as never, structuredClone(operations) as ScimPatchOperation[]);
    } catch (error) {
      if (/mono valued|array properties/.test(String(error))) return null;
      throw error;
    }
  }

  const same = (kind: ScimResource, schema: string, resource: object, operations: fc.Arbitrary<Operation>) =>
    fc.assert(
      fc.property(fc.array(fc.tuple(operations, fc.nat(3)), { minLength: 1, maxLength: 6 }), (sent) => {
        const unchecked = { ...kind, check: { problemsOf: () => [] } };
        const own = applyPatch(unchecked, resource, { Operations: sent.map(([each, way]) => respelled(schema, each, way)) });
        const library = patchedByLibrary(
          resource,
          sent.map(([each]) => each),
        );
        if (library) deepEqual(comparable(own), comparable(library));
      }),
      { numRuns: 500 },
    );

  it('change users in the same way', () => same(userResource, 'User', user, onUser));
  it('change groups in the same way', () =>
    same(groupResource, 'Group', { ...group, members: group.members.map(({ value }) => ({ value })) }, onGroup));
});
