-- expand
ALTER TABLE "genre_counts" ADD COLUMN "duration" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_genres() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO genre_counts AS stored (genre, tracks, duration)
    SELECT coalesce(genre, 'other'), count(*), coalesce(sum(duration), 0)
    FROM added WHERE privacy = 'public' GROUP BY 1 ORDER BY 1
    ON CONFLICT (genre) DO UPDATE
    SET tracks = stored.tracks + excluded.tracks, duration = stored.duration + excluded.duration;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO genre_counts AS stored (genre, tracks, duration)
    SELECT coalesce(genre, 'other'), -count(*), -coalesce(sum(duration), 0)
    FROM removed WHERE privacy = 'public' GROUP BY 1 ORDER BY 1
    ON CONFLICT (genre) DO UPDATE
    SET tracks = stored.tracks + excluded.tracks, duration = stored.duration + excluded.duration;
  ELSE
    INSERT INTO genre_counts AS stored (genre, tracks, duration)
    SELECT genre, sum(change), sum(seconds) FROM (
      SELECT coalesce(genre, 'other') AS genre, 1 AS change, coalesce(duration, 0) AS seconds
      FROM added WHERE privacy = 'public'
      UNION ALL
      SELECT coalesce(genre, 'other'), -1, -coalesce(duration, 0) FROM removed WHERE privacy = 'public'
    ) AS changes GROUP BY genre HAVING sum(change) <> 0 OR sum(seconds) <> 0 ORDER BY genre
    ON CONFLICT (genre) DO UPDATE
    SET tracks = stored.tracks + excluded.tracks, duration = stored.duration + excluded.duration;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
UPDATE genre_counts SET duration = coalesce((
  SELECT sum(duration) FROM tracks
  WHERE privacy = 'public' AND coalesce(genre, 'other') = genre_counts.genre), 0);
