import { type ChartData, titleOf } from './chart-data.ts';

/** All figures of a chart, newest first. */
export function FiguresTable({ data, label }: { readonly data: ChartData; readonly label: string }) {
  return (
    <table>
      <caption class="unseen">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {data.layers.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.starts
          .map((startMs, index) => (
            <tr key={startMs}>
              <td>{titleOf(data, index)}</td>
              {data.layers.map(({ name, values }) => (
                <td key={name}>{values[index]?.toLocaleString('en') ?? 'no value'}</td>
              ))}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  );
}
