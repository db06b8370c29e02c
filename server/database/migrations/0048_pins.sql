CREATE TABLE "pins" (
	"user_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"track_id" uuid,
	"playlist_id" uuid,
	CONSTRAINT "pins_user_id_position_pk" PRIMARY KEY("user_id","position"),
	CONSTRAINT "pins_track_id_unique" UNIQUE("track_id"),
	CONSTRAINT "pins_playlist_id_unique" UNIQUE("playlist_id"),
	CONSTRAINT "pins_one" CHECK (num_nonnulls("pins"."track_id", "pins"."playlist_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "pins" ADD CONSTRAINT "pins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pins" ADD CONSTRAINT "pins_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pins" ADD CONSTRAINT "pins_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;